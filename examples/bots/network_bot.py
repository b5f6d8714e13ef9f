#!/usr/bin/env python3
"""A bot that plays random legal moves on a yiqi server.

python3 network_bot.py http://127.0.0.1:7272          offers a game of Reversi in the lobby
python3 network_bot.py http://127.0.0.1:7272/t/…#…    takes the seat of a friend's link
"""
import json, random, sys, urllib.request, uuid

SERVER, _, link = sys.argv[1].partition("/t/")
TOKEN = None

def call(path, body=None):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"} if TOKEN else {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER.rstrip("/") + path, data, headers))

def moves(game, view):
    """All legal moves; if the server lists no points, every empty point that is not forbidden."""
    size, forbidden = game["size"], [point["point"] for point in view["forbidden"]]
    rows = [size - row if game["rows_from_bottom"] else row + 1 for row in range(size)]
    empty = [f"{chr(97 + i % size)}{rows[i // size]}" for i, stone in enumerate(view["board"]) if stone == "."]
    return view["words"] + view.get("legal", [point for point in empty if point not in forbidden])

TOKEN = json.load(call("/api/guest", {"name": "Randy"}))["token"]
if link:
    table, _, invite = link.partition("#")
    call(f"/api/tables/{table}/sit", {"invite": invite})
else:
    table = json.load(call("/api/tables", {"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"}, "listed": True}))["table"]
def lines():
    """Every message of the table. The stream ends now and then, so that the server sees who is still there."""
    while True:
        yield from call(f"/api/tables/{table}/events")  # after=N resumes after entry N

for line in lines():
    message = json.loads(line) if line.strip() else {}
    if message.get("type") == "table":
        game, mine = message["table"]["game"], message["you"]["seats"]
    view = message.get("view")
    if view and view["turn"] in mine and view["stage"] == "playing":
        command = {"do": "play", "move": random.choice(moves(game, view))}
        call(f"/api/tables/{table}/commands", {"id": uuid.uuid4().hex, "command": command})
    elif view and view["stage"] == "over":
        winner = view["result"]["winner"]
        sys.exit(print(f"{winner} wins" if winner else "a draw"))
