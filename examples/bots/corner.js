// Takes a corner if it can, otherwise any legal move.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const task = JSON.parse(line);
  const last = String.fromCharCode("a".charCodeAt(0) + task.size - 1);
  const corners = ["a1", `a${task.size}`, `${last}1`, `${last}${task.size}`];
  const best = task.legal.filter((move) => corners.includes(move));
  const from = best.length > 0 ? best : task.legal;
  console.log(from[Math.floor(Math.random() * from.length)]);
});
