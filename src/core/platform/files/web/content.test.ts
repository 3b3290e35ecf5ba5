import { expect, test } from 'vitest'
import { createUploadForm, parseDataUrl } from './content.ts'

test('FIL-01 FIL-03 a data URL is converted back to the same bytes, for any length', async () => {
  for (const size of [0, 1, 511, 512, 513, 1300]) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 256)
    const blob = parseDataUrl(`data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`)
    expect(blob.type).toBe('application/pdf')
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
  }
})

test('a multipart body leaves out null fields and contains every file', () => {
  const form = createUploadForm(
    { moduleId: 7, title: null, merge: false },
    new File(['a'], 'a.pdf'),
    new File(['b'], 'b.pdf'),
  )
  expect([...form.keys()]).toEqual(['moduleId', 'merge', 'files[]', 'files[]'])
})
