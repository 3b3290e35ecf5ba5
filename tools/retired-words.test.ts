import { expect, test } from 'vitest'
import { listRetiredNames } from './retired-words.ts'

const findInFile = (text: string, path = 'src/x.ts') => listRetiredNames({ path, text })

test('names that use a retired word are found, once each, in declarations, parameters and members', () => {
  expect(findInFile('const told = 1; const { keptAt: at } = { keptAt: told }')).toEqual(['told', 'keptAt'])
  expect(findInFile('class A { #kept = 1; tellAll() {} }')).toEqual(['kept', 'tellAll'])
})

test('field terms, longer words, texts and comments may use the retired words', () => {
  expect(findInFile('const fundsHeld = withheld // held\nconst words = "told"')).toEqual([])
  expect(findInFile('const held = 1')).toEqual(['held'])
  expect(findInFile('const held = 1', 'src/features/reserves/insuranceClaim/model/balance.ts')).toEqual([])
})
