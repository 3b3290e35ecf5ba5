import { parentPort, workerData } from 'node:worker_threads'
import { EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'
import type { JoinProblem } from './joinPdfs.ts'

/**
 * Messages of the thread: the position of the file it is reading, a problem with that file, or the joined
 * file.
 */
export type JoinMessage = { reading: number } | { problem: JoinProblem } | { joined: Uint8Array }

const send = (message: JoinMessage) => parentPort?.postMessage(message)

/** Joins the PDF files. It runs in its own thread, so it need not pause for other work. */
async function join(contents: readonly Uint8Array[]): Promise<void> {
  const mergedDocument = await PDFDocument.create()
  for (const [reading, content] of contents.entries()) {
    send({ reading })
    try {
      const source = await PDFDocument.load(content, { parseSpeed: ParseSpeeds.Fastest })
      for (const page of await mergedDocument.copyPages(source, source.getPageIndices()))
        mergedDocument.addPage(page)
    } catch (error) {
      return send({ problem: error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable' })
    }
  }
  send({ joined: await mergedDocument.save({ objectsPerTick: Number.POSITIVE_INFINITY }) })
}

await join(workerData)
