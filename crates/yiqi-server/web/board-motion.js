// Stone animations: one is placed, others flip. Never longer than 200 ms.

/** @typedef {{ index: number, stone: SVGGElement | null }} Place */

const PLACE_MS = 140;
const TURN_MS = 190;

/**
 * Animates the change from one board to another if exactly this change made it; otherwise does nothing,
 * because what happened in between is unknown.
 * @param {string} before
 * @param {string} after
 * @param {{ move: string, stone: "black" | "white" | null, flipped: string[] }} change
 * @param {(name: string) => Place | null} find
 */
export function animateMove(before, after, change, find) {
  if (!change.stone || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const placed = find(change.move);
  const turned = change.flipped.map(find);
  const letter = change.stone === "black" ? "b" : "w";
  const other = change.stone === "black" ? "w" : "b";
  const board = [...before];
  if (!placed || board[placed.index] !== ".") return;
  board[placed.index] = letter;
  for (const place of turned) {
    if (!place || board[place.index] !== other) return;
    board[place.index] = letter;
  }
  if (board.join("") !== after) return;

  placed.stone?.animate(
    [
      { transform: "scale(0.7)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ],
    { duration: PLACE_MS, easing: "ease-out" },
  );
  for (const place of turned) if (place?.stone) turn(place.stone, change.stone);
}

/** @param {SVGGElement} stone @param {"black" | "white"} to */
function turn(stone, to) {
  stone.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.02)" }, { transform: "scaleX(1)" }], {
    duration: TURN_MS,
    easing: "ease-in-out",
  });
  // The visible side changes while the stone is edge-on.
  const body = stone.querySelector(".b-body");
  const from = getComputedStyle(stone).getPropertyValue(to === "black" ? "--stone-white" : "--stone-black");
  body?.animate([{ fill: from }, { fill: from }], { duration: TURN_MS / 2 });
  stone.querySelector(".b-shine")?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TURN_MS / 2 });
}
