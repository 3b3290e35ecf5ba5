import { expect, test } from 'vitest'
import { getFileKind } from './disguise.ts'

const getKind = (name: string, content: string | readonly number[]) =>
  getFileKind(
    typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content),
    name,
  )

test('the kind of a file follows from its first bytes, not from its name', () => {
  expect(getKind('books.csv', 'Code,Amount\n5120,12.50')).toBe('table')
  expect(getKind('books.txt', 'Code\tAmount')).toBe('table')
  expect(getKind('books.csv', [0x50, 0x4b, 3, 4])).toBe('workbook')
})

test.each([
  ['books.csv', '<script>alert(1)</script>', 'a page, a picture or a program'],
  ['books.csv', 'Code,Amount\n5120,<script src=x></script>', 'a page, a picture or a program'],
  ['report.xlsx', '\n<html><table><tr><td>5120</td></tr></table></html>', 'a page, a picture or a program'],
  ['books.csv', '#!/bin/sh\nrm -r .', 'a page, a picture or a program'],
  ['books.csv', '%PDF-1.7', 'a page, a picture or a program'],
  ['books.xlsx', 'Code,Amount', 'is no Excel workbook'],
  ['books.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], 'older Excel'],
  ['books.csv', [0x89, 0x50, 0x4e, 0x47, 0, 1, 2], 'a page, a picture or a program'],
  ['books.csv', [0x4d, 0x5a, 0, 0], 'a page, a picture or a program'],
])('%s with %j is refused with a reason', (name, content, text) => {
  expect(getKind(name, content)).toEqual({ problem: expect.stringContaining(text) })
})
