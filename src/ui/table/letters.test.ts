import { describe, expect, test } from 'vitest'
import { alphabetChoices } from '#kernel/model/text.ts'
import { getVectors } from '#tests/vectors.ts'
import { matchesLetter } from './tableState.ts'

describe('alphabet filter', () => {
  test('UI-09 there are 28 choices', () => {
    expect(alphabetChoices.join(' ')).toBe('# A B C D E F G H I J K L M N O P Q R S T U V W X Y Z View All')
    expect(alphabetChoices).toHaveLength(28)
  })

  test.each(getVectors<{ filter: string; name: string }, boolean>('UI-09'))(
    'UI-09 $input is $expected',
    (vector) => {
      expect(matchesLetter(vector.input.name, vector.input.filter)).toBe(vector.expected)
    },
  )

  test('UI-09 a row without a name is only under View All', () => {
    expect(alphabetChoices.filter((choice) => matchesLetter(null, choice))).toEqual(['View All'])
  })
})
