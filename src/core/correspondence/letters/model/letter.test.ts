import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dotPicture, sampleLetter, sampleOptions } from '#tests/letterSample.ts'
import { getVectors } from '#tests/vectors.ts'
import {
  buildLetterBlocks,
  getLetterValues,
  getUnfilledPlaceholders,
  getVisibleBody,
  type LetterBlock,
  type LetterBodyItem,
  type LetterData,
  type LetterTable,
} from './letter.ts'

const minimalLetter: LetterData = {
  property: { propertyName: 'Oak Hill', propertyNumber: '12-345' },
  body: [],
}

const getBlocks = (letter: Partial<LetterData>): LetterBlock[] =>
  buildLetterBlocks({ ...minimalLetter, ...letter }, sampleOptions)

const getText = (letter: Partial<LetterData>, kind: LetterBlock['kind']): string[] =>
  getBlocks(letter).flatMap((block) => (block.kind === kind && 'text' in block ? [block.text] : []))

const getKinds = (letter: Partial<LetterData>): string[] => getBlocks(letter).map((block) => block.kind)

const table: LetterTable = {
  columns: [{ label: 'Amount', field: 'amt', alignment: 'right' }],
  rows: [{ amt: '$5' }],
}

describe('sender, recipient and subject', () => {
  test('LET-01 the blocks are in the order of a business letter', () => {
    expect(getKinds(sampleLetter)).toEqual([
      'letterhead',
      'date',
      'managementCompany',
      'contact',
      'subject',
      'requestNumber',
      'greeting',
      'paragraph',
      'table',
      'raw',
      'paragraph',
      'signature',
    ])
  })

  test('LET-01 addresses have one part on each line, without gaps for missing parts', () => {
    const contact = {
      conName: 'Ann',
      conAddress1: ' ',
      conAddress2: null,
      conCity: 'Joplin',
      conZip: '64801',
    }
    expect(getBlocks({ ...sampleLetter, contact })).toEqual(
      expect.arrayContaining([
        {
          kind: 'managementCompany',
          lines: ['Cornerstone Management', '100 Main St', 'Springfield, MO 65801'],
        },
        { kind: 'contact', lines: ['Ann', 'Joplin, 64801'] },
      ]),
    )
  })

  test('LET-17 the date is in the long form: January 05, 2024', () => {
    const blocks = buildLetterBlocks(minimalLetter, { ...sampleOptions, today: '2024-01-05' })
    expect(blocks).toContainEqual({ kind: 'date', text: 'January 05, 2024' })
  })

  test.each([
    [{ conName: 'Pat Doe' }, 'Dear Pat Doe:'],
    [null, 'Dear Oak Hill:'],
    [undefined, 'Dear Oak Hill:'],
    [{ conName: ' ', conCity: 'Joplin' }, 'Dear Oak Hill:'],
  ])('LET-18 contact %j is greeted %j', (contact, greeting) => {
    expect(getText({ contact }, 'greeting')).toEqual([greeting])
  })

  test('LET-19 the subject is Re: with name and number of the property', () => {
    expect(getText({}, 'subject')).toEqual(['Re: Oak Hill 12-345'])
  })

  test.each([77, '77'])('LET-20 request %j is printed as Request Number: 77', (requestNumber) => {
    expect(getText({ requestNumber }, 'requestNumber')).toEqual(['Request Number: 77'])
  })

  test.each([null, undefined, '', 0])('LET-26 request number %j leaves the line out', (requestNumber) => {
    expect(getKinds({ requestNumber })).not.toContain('requestNumber')
  })

  test.each([null, undefined, {}, { mgmtcoName: '', mgmtcoCity: null }])(
    'LET-24 management company %j leaves the block out',
    (managementCompany) => {
      expect(getKinds({ managementCompany })).not.toContain('managementCompany')
    },
  )

  test.each([null, undefined, {}, { conName: '', conZip: null }])(
    'LET-25 contact %j leaves the block out',
    (contact) => {
      expect(getKinds({ contact })).not.toContain('contact')
    },
  )
})

describe('body', () => {
  test('LET-21 empty strings and missing items are not shown', () => {
    expect(getVisibleBody(['A', '', null, undefined, 'B'])).toEqual(['A', 'B'])
  })

  test('LET-22 a table without rows is not shown', () => {
    expect(getVisibleBody([{ ...table, rows: [] }, table])).toEqual([table])
  })

  const flagVectors = getVectors<{ flag?: unknown }, string>('LET-23')
  test.each(flagVectors)('LET-23 a table with $input is $expected', ({ input, expected }) => {
    const item: LetterTable = { ...table, ...('flag' in input ? { conditionalDisplay: input.flag } : {}) }
    expect(getVisibleBody([item]).length).toBe(expected === 'rendered' ? 1 : 0)
  })

  test.each(flagVectors)('LET-23 a content object with $input is $expected', ({ input, expected }) => {
    const item = { text: 'x', ...('flag' in input ? { conditionalDisplay: input.flag } : {}) }
    expect(getVisibleBody([item]).length).toBe(expected === 'rendered' ? 1 : 0)
  })

  test.each([
    [{ conditionalDisplay: undefined }, 1],
    [{ conditionalDisplay: true, conditionalDisplayApproved: true }, 1],
    [{ conditionalDisplay: true, conditionalDisplayApproved: false }, 0],
    [{ conditionalDisplay: null }, 0],
    [{ conditionalDisplay: 1 }, 0],
  ])('LET-23 several flags: %j shows %i', (flags, visibleCount) => {
    expect(getVisibleBody([{ text: 'x', ...flags }]).length).toBe(visibleCount)
  })

  test('LET-23 an item is hidden by any flag that is set to anything but true', () => {
    fc.assert(
      fc.property(fc.anything(), (flag) => {
        const isShown = getVisibleBody([{ ...table, conditionalDisplay: flag }]).length === 1
        expect(isShown).toBe(flag === true || flag === undefined)
      }),
    )
  })

  test('LET-34 a table shows the field of each column in every row', () => {
    const rows = [{ amt: '$5' }, { amt: 7 }, { amt: null }, { other: 'x' }]
    expect(getBlocks({ body: [{ ...table, rows }] })).toContainEqual({
      kind: 'table',
      columns: table.columns,
      rows: [['$5'], ['7'], [''], ['']],
    })
  })

  test('LET-34 a field with the name of an inherited object property is read only from the row itself', () => {
    const columns = [{ label: 'x', field: 'constructor' }]
    expect(getBlocks({ body: [{ columns, rows: [{}] }] })).toContainEqual({
      kind: 'table',
      columns,
      rows: [['']],
    })
  })

  test('LET-35 a string is a paragraph', () => {
    expect(getText({ body: ['Hello'] }, 'paragraph')).toEqual(['Hello'])
  })

  test('LET-36 a content object is copied without its flags', () => {
    const content = { columns: [{ text: 'left' }, { text: 'right' }], columnGap: 4 }
    const blocks = getBlocks({ body: [{ ...content, conditionalDisplay: true }] })
    const raw = blocks.find((block) => block.kind === 'raw')
    expect(raw).toEqual({ kind: 'raw', content })
    expect(raw?.kind === 'raw' && 'columns' in raw.content && raw.content.columns).not.toBe(content.columns)
  })
})

describe('placeholders', () => {
  test.each(getVectors<{ text: string; data: Record<string, string> }, string>('LET-30'))(
    'LET-30 $input becomes $expected',
    ({ input, expected }) => {
      expect(getText({ body: [input.text], values: input.data }, 'paragraph')).toEqual([expected])
    },
  )

  test('LET-30 placeholders are filled in every part of the body and in the signature', () => {
    const body: LetterBodyItem[] = [
      { columns: [{ label: 'Paid {{when}}', field: 'a' }], rows: [{ a: '{{ when }}' }] },
      { stack: [{ text: ['on ', { text: '{{when}}' }] }] },
    ]
    const blocks = getBlocks({
      body,
      values: { when: 'Friday' },
      signatureBlock: { EndLine: 'until {{when}}' },
    })
    expect(blocks.slice(-3)).toEqual([
      { kind: 'table', columns: [{ label: 'Paid Friday', field: 'a' }], rows: [['Friday']] },
      { kind: 'raw', content: { stack: [{ text: ['on ', { text: 'Friday' }] }] } },
      { kind: 'signature', lines: [], endLine: 'until Friday' },
    ])
  })

  test('LET-30 a paragraph whose placeholder is empty disappears', () => {
    expect(getText({ body: ['{{comment}}'], values: { comment: '' } }, 'paragraph')).toEqual([])
  })

  test('LET-30 the letter supplies its own values, and values given with it win', () => {
    expect(
      getLetterValues({ ...sampleLetter, values: { today: 'now', dueDate: 'soon' } }, '2026-11-05'),
    ).toEqual({
      propertyName: 'Maple Manor',
      propertyNumber: '10-023',
      managementCompany: 'Cornerstone Management',
      contactName: 'José Núñez-Łukasiewicz',
      requestNumber: 'R-141',
      today: 'now',
      dueDate: 'soon',
    })
  })

  test('LET-30 placeholders without a value are listed once, except those in hidden items', () => {
    const body = ['{{a}} {{ b }} {{a}}', '{{requestNumber}}', { text: '{{c}}', conditionalDisplay: false }]
    expect(getUnfilledPlaceholders({ ...minimalLetter, body, values: { b: null } }, '2026-11-05')).toEqual([
      'a',
      'requestNumber',
    ])
  })

  test('LET-30 placeholders in a filled-in value are not filled again', () => {
    expect(getText({ body: ['{{a}}'], values: { a: '{{today}}' } }, 'paragraph')).toEqual(['{{today}}'])
  })
})

describe('signature', () => {
  test('LET-27 without a picture there is no Sincerely, but the lines are printed', () => {
    expect(getBlocks({ signatureBlock: { Name: 'J. Doe' } }).at(-1)).toEqual({
      kind: 'signature',
      lines: ['J. Doe'],
    })
  })

  test('LET-28 only lines with a value are shown', () => {
    const signatureBlock = { Image: dotPicture, Name: 'J. Doe', Title: '' }
    expect(getBlocks({ signatureBlock }).at(-1)).toEqual({
      kind: 'signature',
      closing: 'Sincerely,',
      image: dotPicture,
      lines: ['J. Doe'],
    })
  })

  test.each([null, undefined, {}, { Name: '', Title: null }])(
    'LET-29 signature block %j leaves blank lines',
    (signatureBlock) => {
      expect(getBlocks({ signatureBlock }).at(-1)).toEqual({ kind: 'blank', lines: 4 })
    },
  )

  test('LET-37 the signature’s lines are in the specified order, regardless of the order of the fields', () => {
    const signatureBlock = {
      EndLine: '6',
      PhoneNumber: '5',
      Department: '4',
      Title: '3',
      Name: '2',
      Image: dotPicture,
    }
    expect(getBlocks({ signatureBlock }).at(-1)).toEqual({
      kind: 'signature',
      closing: 'Sincerely,',
      image: dotPicture,
      lines: ['2', '3', '4', '5'],
      endLine: '6',
    })
  })
})

test('LET-33 the given letter is not changed', () => {
  const before = JSON.stringify(sampleLetter)
  buildLetterBlocks(sampleLetter, sampleOptions)
  expect(JSON.stringify(sampleLetter)).toBe(before)
})
