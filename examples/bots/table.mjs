#!/usr/bin/env node
// A bot that sits at a table over the network. Node 20, no packages.
//
//   node table.mjs http://localhost:8080 TABLE          as a new guest
//   node table.mjs http://localhost:8080 TABLE TOKEN    with a token made by the message "bot"
//
// It plays a random legal move whenever it owes a decision; put your own idea into choose().
// docs/protocol.md describes all it hears and says.
import http from "node:http";
import https from "node:https";
import { randomBytes } from "node:crypto";

/** One of table.legal; what the seat sees is in table.view and table.scene. */
const choose = (table) => table.legal[Math.floor(Math.random() * table.legal.length)];

const [url, name, given] = process.argv.slice(2);
if (!name) {
  console.error("usage: table.mjs URL TABLE [TOKEN]");
  process.exit(2);
}
const client = url.startsWith("https:") ? https : http;

const newGuest = () =>
  new Promise((done, fail) => {
    client
      .request(new URL("/api/me", url), { method: "POST" }, (answer) => {
        answer.resume();
        done(answer.headers["set-cookie"][0].split(";")[0].split("=")[1]);
      })
      .on("error", fail)
      .end();
  });

/** Node 20 has no WebSocket of its own switched on: as much of RFC 6455 as a client needs. */
const connect = (token, onMessage) =>
  new Promise((done, fail) => {
    const request = client.request(new URL("/ws", url), {
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
        Authorization: `Bearer ${token}`,
      },
    });
    request.on("error", fail).on("response", (answer) => fail(new Error(`refused: ${answer.statusCode}`)));
    request.on("upgrade", (_answer, socket, head) => {
      let buffer = head,
        text = "";
      const frame = (opcode, data) => {
        const mask = randomBytes(4),
          long = data.length > 125;
        const start = Buffer.from([0x80 | opcode, 0x80 | (long ? 126 : data.length)]);
        const size = long ? Buffer.from([data.length >> 8, data.length & 255]) : Buffer.alloc(0);
        socket.write(Buffer.concat([start, size, mask, data.map((byte, i) => byte ^ mask[i % 4])]));
      };
      const read = () => {
        while (buffer.length >= 2) {
          let size = buffer[1] & 127,
            from = 2;
          if (size === 126) {
            if (buffer.length < 4) return;
            size = buffer.readUInt16BE(2);
            from = 4;
          } else if (size === 127) {
            if (buffer.length < 10) return;
            size = Number(buffer.readBigUInt64BE(2));
            from = 10;
          }
          if (buffer.length < from + size) return;
          const first = buffer[0],
            data = buffer.subarray(from, from + size);
          buffer = buffer.subarray(from + size);
          if ((first & 15) === 8) {
            socket.end();
            return;
          }
          if ((first & 15) === 9) frame(10, data);
          if ((first & 15) < 2) {
            text += data.toString();
            if (first & 0x80) {
              onMessage(JSON.parse(text));
              text = "";
            }
          }
        }
      };
      socket.on("data", (more) => {
        buffer = Buffer.concat([buffer, more]);
        read();
      });
      socket.on("close", () => process.exit(process.exitCode ?? 1));
      done({ send: (message) => frame(1, Buffer.from(JSON.stringify(message))), close: () => socket.end() });
      read();
    });
    request.end();
  });

/** docs/protocol.md: each key replaces the old one, log and chat grow. */
const merge = (table, patch) =>
  patch.whole
    ? patch
    : {
        ...table,
        ...patch,
        log: [...table.log, ...(patch.log ?? [])],
        chat: [...table.chat, ...(patch.chat ?? [])],
      };

let table,
  asked = -1,
  ws;
const decide = () => {
  if (!table?.owes.includes(table.you) || asked === table.at) return;
  asked = table.at;
  ws.send({ id: 2, do: "play", table: name, at: asked, moves: [choose(table)] });
};
const onMessage = (message) => {
  if (message.why === "rate") {
    // a server takes so many messages a second
    setTimeout(() => {
      asked = -1;
      decide();
    }, 500);
    return;
  }
  if (message.no && !["stale", "turn", "status"].includes(message.why)) {
    console.error("refused:", message.no);
    process.exit(1);
  }
  const patch = message.ok ?? message;
  if (patch.n !== undefined && (table || patch.whole)) table = merge(table, patch);
  if (table?.status === "over" && process.exitCode === undefined) {
    console.log("over:", JSON.stringify(table.result));
    process.exitCode = 0;
    ws.close();
  } else {
    decide();
  }
};

ws = await connect(given ?? (await newGuest()), onMessage);
ws.send({ id: 1, do: "sit", table: name });
