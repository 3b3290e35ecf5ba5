import { expect, test } from 'vitest'
import { checkLanguage, measureLanguage } from './plain-language.ts'

const file = (text: string) => [
  { path: 'src/sample.ts', text: `${text}\n`.padEnd(text.length + 10_000, '\n') },
]

const countIn = (text: string) =>
  Object.fromEntries(Object.entries(measureLanguage(file(text))).filter(([, rate]) => rate > 0.5))

test('vague names are counted where they are declared, as variables, parameters, elements or aliases', () => {
  expect(countIn('const found = 1\nconst use = (one: number, row: number) => one + row + found')).toEqual({
    vagueNames: 2,
  })
  expect(countIn('const [shown, count] = pair\nconst { a: known, own } = record')).toEqual({ vagueNames: 2 })
})

test('a function whose name ends in Of is counted, and a value is not', () => {
  expect(countIn('const linesOf = () => []\nfunction rowOf() {}\nconst memberOf = 3')).toEqual({
    ofFunctions: 2,
  })
})

test('turns of phrase are counted in comments only', () => {
  expect(countIn("// Whoever reads it.\n/** What stands there. */\nconst text = 'whoever stands'")).toEqual({
    dialect: 2,
  })
})

test('spread literals, long lines and double casts are counted', () => {
  expect(countIn('const value = { ...{ a: 1 }, ...other }')).toEqual({ packedSpreads: 1 })
  expect(countIn(`const text = '${'x'.repeat(100)}'`)).toEqual({ longLines: 1 })
  expect(countIn('const a = b as never\nconst c = b as unknown as string')).toEqual({ casts: 2 })
})

test('a rate above its limit is a fault that names the group, the measure and the limit', () => {
  expect(
    checkLanguage(file('const found = 1').map(({ path }) => ({ path, text: 'const found = 1' }))).faults,
  ).toEqual([expect.stringMatching(/^product: vagueNames \d+ per 10,000 lines; at most \d+$/)])
})
