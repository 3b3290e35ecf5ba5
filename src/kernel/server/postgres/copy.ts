import { once } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import pg from 'pg'

/** What of the driver's inner life is used here: it knows COPY's messages, but does nothing with them. */
type Wire = {
  stream: Readable & Writable
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}
const DriversQuery = pg.Query as new (
  text: string,
  callback: (error: Error | null, result?: { rowCount: number | null }) => void,
) => pg.Submittable

/**
 * Runs `copy … to stdout`: streams its output, and returns the number of rows once it has ended. The
 * connection waits for the reader of the stream until the stream ends or is abandoned.
 */
export function copyOut(client: pg.Client, text: string): { content: PassThrough; rows: Promise<number> } {
  const content = new PassThrough()
  const rows = new Promise<number>((resolve, reject) => {
    const query = new DriversQuery(text, (error, result) => {
      if (!error) content.end()
      else content.destroy(error)
      if (error) reject(error)
      else resolve(result?.rowCount ?? 0)
    })
    let waiting: Wire['stream'] | null = null
    const goOn = () => {
      waiting?.resume()
      waiting = null
    }
    // A stream that was ended while it was full is never drained.
    content.on('drain', goOn).once('close', goOn)
    const handleCopyData = ({ chunk }: { chunk: Buffer }, { stream }: Wire): void => {
      // The driver uses its buffer again.
      if (content.destroyed || content.write(Buffer.from(chunk))) return
      waiting = stream
      stream.pause()
    }
    client.query(Object.assign(query, { handleCopyData }))
  })
  return { content, rows }
}

/** Runs `copy … from stdin` with the content; answers the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, content: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const query = new DriversQuery(text, (error, result) =>
      error ? reject(error) : resolve(result?.rowCount ?? 0),
    )
    const handleCopyInResponse = (wire: Wire): void => void send(wire, content)
    client.query(Object.assign(query, { handleCopyInResponse }))
  })
}

async function send(wire: Wire, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of content) {
      wire.sendCopyFromChunk(chunk)
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
    }
    wire.endCopyFrom()
  } catch (error) {
    // The database refuses the statement with these words.
    wire.sendCopyFail(error instanceof Error ? error.message : String(error))
  }
}
