import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vectorsOf } from '#tests/vectors.ts'
import {
  alphabetChoices,
  fillPlaceholders,
  matchesLetter,
  normaliseInvoiceNumber,
  type PlaceholderData,
  sliceInto,
  unknownPlaceholders,
} from './text.ts'

describe('alphabet filter', () => {
  test('UI-09 28 choices', () => {
    expect(alphabetChoices.join(' ')).toBe('# A B C D E F G H I J K L M N O P Q R S T U V W X Y Z View All')
    expect(alphabetChoices).toHaveLength(28)
  })

  test.each(vectorsOf<{ filter: string; name: string }, boolean>('UI-09'))('UI-09 $input is $expected', (vector) => {
    expect(matchesLetter(vector.input.name, vector.input.filter)).toBe(vector.expected)
  })

  test('UI-09 a nameless row stands only under View All', () => {
    expect(alphabetChoices.filter((choice) => matchesLetter(null, choice))).toEqual(['View All'])
  })
})

describe('placeholders', () => {
  const cases = vectorsOf<{ text: string; data: PlaceholderData }, string>('LET-30')
  test.each(cases)('LET-30 $input.text becomes $expected', ({ input, expected }) => {
    expect(fillPlaceholders(input.text, input.data)).toBe(expected)
  })

  test('LET-30 spaces inside, null, and names that every object has', () => {
    expect(fillPlaceholders('{{ name }}|{{gone}}|{{count}}', { name: '$&', gone: null, count: 0 })).toBe('$&||0')
    expect(fillPlaceholders('{{constructor}} {{}}', {})).toBe('{{constructor}} {{}}')
  })

  test('LET-30 a value is inserted to the letter, even when it looks like a placeholder', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(fillPlaceholders('<{{a}}>', { a: value, b: 'x' })).toBe(`<${value}>`)
      }),
    )
    expect(fillPlaceholders('{{a}}', { a: '{{b}}', b: 'x' })).toBe('{{b}}')
  })

  test('LET-30 unknown names are found, each once', () => {
    expect(unknownPlaceholders('{{name}} {{ city }} {{zip}} {{city}}', ['name'])).toEqual(['city', 'zip'])
  })
})

describe('slices', () => {
  type Chunks = { chunks: number; sizes: number[] }
  test.each(vectorsOf<{ characters: number }, Chunks>('FIL-03'))('FIL-03 $input.characters characters', (vector) => {
    const slices = sliceInto('x'.repeat(vector.input.characters))
    expect({ chunks: slices.length, sizes: slices.map((slice) => slice.length) }).toEqual(vector.expected)
  })

  test('FIL-03 joined slices are the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (text, size) => sliceInto(text, size).join('') === text),
    )
    expect(() => sliceInto('a', 0)).toThrow(RangeError)
  })
})

describe('invoice numbers', () => {
  test.each([
    [' 00a-17', 'A17'],
    ['INV #001', 'INV001'],
    ['0', '0'],
    ['000', '0'],
    ['--', ''],
    [null, ''],
  ])('invoice number %j is compared as %j', (text, expected) => {
    expect(normaliseInvoiceNumber(text)).toBe(expected)
  })
})
