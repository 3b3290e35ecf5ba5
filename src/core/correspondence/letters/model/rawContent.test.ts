import { expect, test } from 'vitest'
import { getRawParts } from './rawContent.ts'

test('LET-36 text runs are combined into one paragraph', () => {
  expect(getRawParts({ text: ['Paid ', { text: 'today', bold: true }, 1] })).toEqual([
    { kind: 'paragraph', text: 'Paid today1' },
  ])
})

test('LET-36 stacks, columns and lists are read in order', () => {
  const content = {
    stack: [
      'one',
      { columns: [{ text: 'two' }, 3] },
      { ul: ['a', { text: 'b' }] },
      { ol: [{ stack: ['c', 'd'] }] },
    ],
  }
  expect(getRawParts(content)).toEqual([
    { kind: 'paragraph', text: 'one' },
    { kind: 'paragraph', text: 'two' },
    { kind: 'paragraph', text: '3' },
    { kind: 'list', ordered: false, items: ['a', 'b'] },
    { kind: 'list', ordered: true, items: ['c\nd'] },
  ])
})

test('LET-36 the header row of a table is separate from its other rows', () => {
  const body = [
    ['Item', 'Amount'],
    [{ text: 'Roof' }, '$5'],
  ]
  expect(getRawParts({ table: { headerRows: 1, body } })).toEqual([
    { kind: 'table', header: ['Item', 'Amount'], rows: [['Roof', '$5']] },
  ])
  expect(getRawParts({ table: { body } })).toEqual([
    {
      kind: 'table',
      header: [],
      rows: [
        ['Item', 'Amount'],
        ['Roof', '$5'],
      ],
    },
  ])
})

test('LET-36 pictures are parts of the preview, drawings are left out', () => {
  expect(
    getRawParts([{ image: 'data:image/png;base64,AA==' }, { canvas: [] }, { qr: 'x' }, '', null]),
  ).toEqual([{ kind: 'image', source: 'data:image/png;base64,AA==' }])
})
