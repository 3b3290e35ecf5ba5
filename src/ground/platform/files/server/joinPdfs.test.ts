import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { joinPdfs } from './joinPdfs.ts'

test('a few are joined at a time, a few more wait, and beyond that one is asked to come again', async () => {
  const created = await PDFDocument.create()
  created.addPage([100, 100])
  const content = await created.save()
  const part = () => ({ fileName: 'page.pdf', content: new Uint8Array(content) })
  const results = await Promise.allSettled(Array.from({ length: 7 }, () => joinPdfs([part(), part()])))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { status: 429 } }])
  const promiseFulfilledResult = results.find((result) => result.status === 'fulfilled')!
  expect((await PDFDocument.load(promiseFulfilledResult.value)).getPageCount()).toBe(2)
  expect(await joinPdfs([part()])).toBeInstanceOf(Uint8Array)
})
