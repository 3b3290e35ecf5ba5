import { expect, test } from 'vitest'
import { retiredNames } from './retired-words.ts'

const inFile = (text: string, path = 'src/x.ts') => retiredNames({ path, text })

test('names that use a retired word are found, each once, wherever they stand', () => {
  expect(inFile('const told = 1; const { keptAt: at } = { keptAt: told }')).toEqual(['told', 'keptAt'])
  expect(inFile('class A { #kept = 1; tellAll() {} }')).toEqual(['kept', 'tellAll'])
})

test('field terms, longer words, texts and comments may use them', () => {
  expect(inFile('const fundsHeld = withheld // held\nconst words = "told"')).toEqual([])
  expect(inFile('const held = 1')).toEqual(['held'])
  expect(inFile('const held = 1', 'src/modules/reserves/insuranceClaim/model/balance.ts')).toEqual([])
})
