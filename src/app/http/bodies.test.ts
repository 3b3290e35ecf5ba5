import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { limitBodies } from './bodies.ts'

const MEGABYTE = 1_048_576

let app: FastifyInstance
let socket: Socket
afterEach(async () => {
  vi.useRealTimers()
  socket.destroy()
  await app.close()
})

/**
 * Starts a server that refuses every upload without reading it and answers everything else, and connects to
 * it. Returns functions that read the answers and wait for them.
 */
async function startServer() {
  app = Fastify({ bodyLimit: 2 * MEGABYTE })
  limitBodies(app)
  app.addContentTypeParser('multipart/form-data', (_, __, finish) => finish(null))
  app.post('/upload', async (_, reply) => reply.code(403).send({ refused: true }))
  app.post('/json', async () => 'taken')
  app.get('/health', async () => 'up')
  let serverSocket: Socket | undefined
  app.server.on('connection', (socket) => {
    serverSocket = socket
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const answers = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]!)
  const waitForAnswers = async (count: number) => {
    while (answers().length < count) await once(socket, 'data')
  }
  const waitForBytes = async (bytes: number) => {
    while ((serverSocket?.bytesRead ?? 0) < bytes) await setImmediate()
  }
  return { answers, until: waitForAnswers, arrived: waitForBytes }
}

/** Waits until the connection is closed. */
const awaitClose = () => new Promise((resolve) => socket.once('close', resolve))

const beginPost = (path: string, type: string, length: number) =>
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
const NEXT = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'

test('a refused upload is read to its end, and the next request on its connection is answered', async () => {
  const { answers, until: waitForAnswers } = await startServer()
  beginPost('/upload', 'multipart/form-data; boundary=b', 5 * MEGABYTE)
  for (let chunkIndex = 0; chunkIndex < 5; chunkIndex += 1) socket.write(Buffer.alloc(MEGABYTE))
  socket.write(NEXT)
  await waitForAnswers(2)
  expect(answers()).toEqual(['403', '200'])
})

test('the connection of a refused upload is closed after a limit of bytes', async () => {
  const { answers } = await startServer()
  beginPost('/upload', 'multipart/form-data; boundary=b', 500 * MEGABYTE)
  const ended = awaitClose()
  const chunk = Buffer.alloc(MEGABYTE)
  let chunkCount = 0
  const writeMore = () => {
    while (chunkCount < 500 && !socket.destroyed) {
      chunkCount += 1
      if (!socket.write(chunk)) break
    }
  }
  socket.on('drain', writeMore)
  writeMore()
  await ended
  expect(chunkCount).toBeLessThan(120)
  expect(answers()).toEqual(['403'])
})

test('a request is ended if its body stops or arrives too slowly, but not if it is steady', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { answers, until: waitForAnswers, arrived: waitForBytes } = await startServer()
  beginPost('/json', 'application/json', 1_800_002)
  socket.write('"')
  for (let chunkIndex = 0; chunkIndex < 3; chunkIndex += 1) {
    socket.write('x'.repeat(600_000))
    await waitForBytes((chunkIndex + 1) * 600_000)
    vi.advanceTimersByTime(30_000)
  }
  socket.write('"')
  await waitForAnswers(1)
  beginPost('/json', 'application/json', 100)
  socket.write('"')
  await waitForBytes(1_800_150)
  vi.advanceTimersByTime(30_000)
  await awaitClose()
  expect(answers()).toEqual(['200', '408'])
})
