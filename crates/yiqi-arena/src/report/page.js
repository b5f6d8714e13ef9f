"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const words = data.words;
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);

/** An SVG element with attributes. */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  return element;
}

const size = data.size;
const cells = data.grid === "cells";
let shown = data.games.map((_, index) => index);
let game = null;
let ply = 0;

/** The center of a point. Stones are on cells or on crossings; both have one unit each. */
function at(point) {
  return [(point % size) + 1.2, Math.floor(point / size) + 1.2];
}

/** The names of columns and rows. */
function label(index, isRow) {
  if (!isRow) return String.fromCharCode(97 + index);
  return String(data.rowsFromBottom ? size - index : index + 1);
}

/** The parts of the board that never change. */
function drawBoard() {
  const board = byId("board");
  const side = size + 1.4;
  board.setAttribute("viewBox", `0 0 ${side} ${side}`);
  const back = shape("g", {});
  back.append(shape("rect", { x: 0.7, y: 0.7, width: size, height: size, class: "field" }));
  const [from, to] = cells ? [0.7, size + 0.7] : [1.2, size + 0.2];
  const count = cells ? size + 1 : size;
  for (let index = 0; index < count; index++) {
    const here = from + index;
    back.append(shape("line", { x1: here, x2: here, y1: from, y2: to, class: "grid" }));
    back.append(shape("line", { y1: here, y2: here, x1: from, x2: to, class: "grid" }));
  }
  for (const [col, row] of data.stars) {
    const shift = cells ? 0.7 : 1.2;
    back.append(shape("circle", { cx: col + shift, cy: row + shift, r: 0.1, class: "star" }));
  }
  for (let index = 0; index < size; index++) {
    const top = shape("text", { x: index + 1.2, y: 0.48 });
    top.textContent = label(index, false);
    const left = shape("text", { x: 0.36, y: index + 1.35 });
    left.textContent = label(index, true);
    back.append(top, left);
  }
  board.append(back, shape("g", { id: "stones" }));
}

/** The stones after a number of plies. */
function stonesAfter(plies) {
  const stones = new Map();
  const start = game.start ?? data.start;
  for (const point of start[0]) stones.set(point, "b");
  for (const point of start[1]) stones.set(point, "w");
  for (const [color, point, ...flips] of game.plies.slice(0, plies)) {
    if (color > 1) continue;
    const stone = color === 0 ? "b" : "w";
    stones.set(point, stone);
    for (const flipped of flips) stones.set(flipped, stone);
  }
  return stones;
}

function showPosition() {
  const group = byId("stones");
  group.replaceChildren();
  if (!game) return;
  for (const [point, stone] of stonesAfter(ply)) {
    const [cx, cy] = at(point);
    group.append(shape("circle", { cx, cy, r: 0.43, class: stone }));
  }
  const last = game.plies[ply - 1];
  if (last && last[0] < 2) {
    const [cx, cy] = at(last[1]);
    group.append(shape("circle", { cx, cy, r: 0.12, class: "last" }));
    for (const flipped of last.slice(2)) {
      const [x, y] = at(flipped);
      group.append(shape("circle", { cx: x, cy: y, r: 0.3, class: "flipped" }));
    }
  }
  const current = byId("moves").querySelector("[aria-current]");
  current?.removeAttribute("aria-current");
  const button = byId("moves").children[ply];
  button?.setAttribute("aria-current", "true");
  if (button) {
    // Only the list scrolls, never the page.
    const moves = byId("moves");
    const top = button.offsetTop;
    if (top < moves.scrollTop) moves.scrollTop = top;
    const below = top + button.offsetHeight - moves.clientHeight;
    if (below > moves.scrollTop) moves.scrollTop = below;
  }
  const name = ply === 0 ? words.start : `${ply}. ${game.moves[ply - 1]}`;
  const parts = [name];
  const eval_ = ply > 0 ? game.evals[ply - 1] : null;
  if (eval_ !== null && eval_ !== undefined) parts.push(`${words.eval} ${(eval_ / 100).toFixed(2)}`);
  if (ply > 0 && game.times[ply - 1] > 0) parts.push(`${game.times[ply - 1]} ms`);
  byId("note").textContent = parts.join(" · ");
  byId("first").disabled = byId("back").disabled = ply === 0;
  byId("last").disabled = byId("next").disabled = ply === game.plies.length;
}

function stone(color) {
  const mark = document.createElement("span");
  mark.className = `stone ${color}`;
  mark.title = words[color];
  return mark;
}

function openGame(index, at_) {
  game = data.games[index];
  if (!game) return;
  ply = at_ ?? game.opening;
  byId("choice").value = String(index);
  const who = byId("who");
  who.replaceChildren();
  [game.first, game.second].forEach((player, seat) => {
    const part = document.createElement("span");
    part.append(stone(seat === 0 ? "black" : "white"), data.players[player]);
    who.append(part);
  });
  byId("result").textContent = game.result;
  const moves = byId("moves");
  moves.replaceChildren();
  ["⟲", ...game.moves].forEach((name, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = number === 0 ? name : `${number} ${name}`;
    if (number === 0) button.setAttribute("aria-label", words.start);
    if (number > 0 && number <= game.opening) button.className = "opening";
    button.addEventListener("click", () => go(number));
    moves.append(button);
  });
  showPosition();
}

function go(to) {
  if (!game) return;
  ply = Math.max(0, Math.min(game.plies.length, to));
  showPosition();
}

/** Opens the game that is so many places further in the list. */
function step(by) {
  const here = shown.indexOf(data.games.indexOf(game));
  const next = shown[Math.max(0, Math.min(shown.length - 1, here + by))];
  if (next !== undefined) openGame(next);
}

/** Lists the games between two players, or all. */
function list(one, other) {
  shown = data.games
    .map((_, index) => index)
    .filter((index) => {
      if (one === undefined) return true;
      const { first, second } = data.games[index];
      return (first === one && second === other) || (first === other && second === one);
    });
  const choice = byId("choice");
  choice.replaceChildren();
  for (const index of shown) {
    const option = document.createElement("option");
    const it = data.games[index];
    option.value = String(index);
    option.textContent = `${it.number}. ${data.players[it.first]} – ${data.players[it.second]}: ${it.result}`;
    choice.append(option);
  }
  byId("all").hidden = one === undefined;
  if (shown.length > 0) openGame(shown[0]);
}

function start() {
  if (data.games.length === 0) return;
  if (data.grid === "lines") document.documentElement.classList.add("wood");
  drawBoard();
  byId("choice").addEventListener("change", (event) => openGame(Number(event.target.value)));
  byId("first").addEventListener("click", () => go(0));
  byId("back").addEventListener("click", () => go(ply - 1));
  byId("next").addEventListener("click", () => go(ply + 1));
  byId("last").addEventListener("click", () => go(Infinity));
  byId("all").addEventListener("click", () => list());
  for (const cell of document.querySelectorAll("button[data-one]")) {
    cell.addEventListener("click", () => {
      list(Number(cell.dataset.one), Number(cell.dataset.other));
      byId("games").scrollIntoView();
    });
  }
  byId("board").addEventListener("click", (event) => {
    const box = byId("board").getBoundingClientRect();
    go(ply + (event.clientX < box.left + box.width / 3 ? -1 : 1));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, summary")) return;
    const keys = {
      ArrowLeft: () => go(ply - 1),
      ArrowRight: () => go(ply + 1),
      Home: () => go(0),
      End: () => go(Infinity),
      j: () => step(1),
      k: () => step(-1),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  list();
}

start();
