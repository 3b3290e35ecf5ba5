import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { joinPdfs } from './joinPdfs.ts'

test('a few are joined at a time, a few more wait, and beyond that one is asked to come again', async () => {
  const made = await PDFDocument.create()
  made.addPage([100, 100])
  const content = await made.save()
  const part = () => ({ fileName: 'page.pdf', content: new Uint8Array(content) })
  const joined = await Promise.allSettled(Array.from({ length: 7 }, () => joinPdfs([part(), part()])))
  const refused = joined.filter((one) => one.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { status: 429 } }])
  const found = joined.find((one) => one.status === 'fulfilled')!
  expect((await PDFDocument.load(found.value)).getPageCount()).toBe(2)
  expect(await joinPdfs([part()])).toBeInstanceOf(Uint8Array)
})
