import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { fillPlaceholders, getUnknownPlaceholders, type PlaceholderData } from './placeholders.ts'

describe('placeholders', () => {
  const cases = getVectors<{ text: string; data: PlaceholderData }, string>('LET-30')
  test.each(cases)('LET-30 $input.text becomes $expected', ({ input, expected }) => {
    expect(fillPlaceholders(input.text, input.data)).toBe(expected)
  })

  test('LET-30 spaces inside braces are allowed, null prints nothing, and inherited object properties are no values', () => {
    expect(fillPlaceholders('{{ name }}|{{gone}}|{{count}}', { name: '$&', gone: null, count: 0 })).toBe(
      '$&||0',
    )
    expect(fillPlaceholders('{{constructor}} {{}}', {})).toBe('{{constructor}} {{}}')
  })

  test('LET-30 a value is inserted unchanged, even if it looks like a placeholder', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(fillPlaceholders('<{{a}}>', { a: value, b: 'x' })).toBe(`<${value}>`)
      }),
    )
    expect(fillPlaceholders('{{a}}', { a: '{{b}}', b: 'x' })).toBe('{{b}}')
  })

  test('LET-30 each unknown name is listed once', () => {
    expect(getUnknownPlaceholders('{{name}} {{ city }} {{zip}} {{city}}', ['name'])).toEqual(['city', 'zip'])
  })
})
