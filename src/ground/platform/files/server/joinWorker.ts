import { parentPort, workerData } from 'node:worker_threads'
import { EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'
import type { Problem } from './joinPdfs.ts'

/** Messages of the thread: the file it is reading, a problem with it, or the joined file. */
export type JoinMessage = { reading: number } | { problem: Problem } | { joined: Uint8Array }

const say = (message: JoinMessage) => parentPort?.postMessage(message)

/** The thread that joins PDF files; it has no other work to yield to. */
async function join(contents: readonly Uint8Array[]): Promise<void> {
  const mergedDocument = await PDFDocument.create()
  for (const [reading, content] of contents.entries()) {
    say({ reading })
    try {
      const source = await PDFDocument.load(content, { parseSpeed: ParseSpeeds.Fastest })
      for (const page of await mergedDocument.copyPages(source, source.getPageIndices()))
        mergedDocument.addPage(page)
    } catch (error) {
      return say({ problem: error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable' })
    }
  }
  say({ joined: await mergedDocument.save({ objectsPerTick: Number.POSITIVE_INFINITY }) })
}

await join(workerData)
