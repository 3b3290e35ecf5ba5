import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { joinPdfs } from './joinPdfs.ts'

test('two joins run at a time, four more wait, and a further one is refused with 429', async () => {
  const created = await PDFDocument.create()
  created.addPage([100, 100])
  const content = await created.save()
  const createPart = () => ({ fileName: 'page.pdf', content: new Uint8Array(content) })
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, () => joinPdfs([createPart(), createPart()])),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { status: 429 } }])
  const firstJoined = results.find((result) => result.status === 'fulfilled')!
  expect((await PDFDocument.load(firstJoined.value)).getPageCount()).toBe(2)
  expect(await joinPdfs([createPart()])).toBeInstanceOf(Uint8Array)
})
