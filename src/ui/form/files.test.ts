import { expect, test } from 'vitest'
import { canPreview, describeFileRefusal, getFileEnding, wordsOfLimits } from './files.ts'

const limits = { maxBytes: 10 * 1024 * 1024, endings: ['.pdf', '.jpg'], maxFiles: 2 }

test('a file within the limits is accepted, whatever the case of its extension', () => {
  expect(describeFileRefusal({ name: 'Roof.PDF', size: 5 }, limits, 1)).toBeUndefined()
  expect(describeFileRefusal({ name: 'Roof.PDF', size: limits.maxBytes }, limits, 0)).toBeUndefined()
})

test('every refusal names the file and the reason', () => {
  expect(describeFileRefusal({ name: 'a.exe', size: 5 }, limits, 0)).toBe(
    'a.exe was not added: only PDF or JPG files are taken.',
  )
  expect(describeFileRefusal({ name: 'a.pdf', size: 0 }, limits, 0)).toBe('a.pdf was not added: it is empty.')
  expect(describeFileRefusal({ name: 'a.pdf', size: 11 * 1024 * 1024 }, limits, 0)).toBe(
    'a.pdf was not added: it has 11 MB, and at most 10 MB are taken.',
  )
  expect(describeFileRefusal({ name: 'a.pdf', size: 5 }, limits, 2)).toBe(
    'a.pdf was not added: at most 2 files are taken here.',
  )
})

test('the limits are described in one line', () => {
  expect(wordsOfLimits(limits)).toBe('PDF or JPG, at most 10 MB each')
  expect(wordsOfLimits({ maxBytes: 1024, maxFiles: 1 })).toBe('At most 1 KB')
})

test('the extension begins at the last dot, and a hidden file has none', () => {
  expect([getFileEnding('a.tar.GZ'), getFileEnding('.profile'), getFileEnding('plain')]).toEqual([
    '.gz',
    '',
    '',
  ])
})

test('only pictures and PDF can be previewed, never a web page', () => {
  expect(['application/pdf', 'image/png', 'image/svg+xml', 'text/html'].map(canPreview)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
