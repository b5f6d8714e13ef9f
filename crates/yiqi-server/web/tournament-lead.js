// Takes a player of a tournament to the game that is ready.

import { go } from "./go.js";
import { notify } from "./notify.js";
import { play } from "./sound.js";
import { t } from "./text.js";
import { say } from "./turn-sign.js";
import { wasVisited } from "./visited.js";

/**
 * Tells a player that a game is ready, and goes there.
 * @param {string} name of the tournament
 * @param {string} table
 */
export function leadTo(name, table) {
  say(t("web-tournament-ready"));
  play("turn");
  notify(name, `/t/${table}`);
  // Somebody in a dialog, or in another window, is not torn away.
  if (!document.hidden && !document.querySelector("dialog[open]")) go(`/t/${table}`);
}

/**
 * Waits at a finished game for the next one of the same player.
 * @param {{ id: string, name: string }} tournament
 * @returns {() => void} stops waiting
 */
export function awaitNext({ id, name }) {
  const stream = new EventSource(`/api/tournaments/${id}/events`);
  stream.onmessage = (event) => {
    /** @type {TournamentEvent} */
    const message = JSON.parse(event.data);
    if (message.type !== "state") return;
    const { stage } = message.state.info;
    const { table } = message.state.you;
    const isReady = table !== undefined && !wasVisited(table);
    if (isReady || stage === "finished" || stage === "canceled") stream.close();
    if (isReady) leadTo(name, table);
  };
  return () => stream.close();
}
