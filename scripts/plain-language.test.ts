import { expect, test } from 'vitest'
import { checkLanguage, measureLanguage } from './plain-language.ts'

const file = (text: string) => [
  { path: 'src/sample.ts', text: `${text}\n`.padEnd(text.length + 10_000, '\n') },
]

const countIn = (text: string) =>
  Object.fromEntries(Object.entries(measureLanguage(file(text))).filter(([, rate]) => rate > 0.5))

test('a name that says nothing counts where it is declared, as variable, parameter, element or alias', () => {
  expect(countIn('const found = 1\nconst use = (one: number, row: number) => one + row + found')).toEqual({
    vagueNames: 2,
  })
  expect(countIn('const [shown, count] = pair\nconst { a: known, own } = record')).toEqual({ vagueNames: 2 })
})

test('a function whose name ends in Of counts; a value does not', () => {
  expect(countIn('const linesOf = () => []\nfunction rowOf() {}\nconst memberOf = 3')).toEqual({
    ofFunctions: 2,
  })
})

test('dialect counts in comments alone', () => {
  expect(countIn("// Whoever reads it.\n/** What stands there. */\nconst text = 'whoever stands'")).toEqual({
    dialect: 2,
  })
})

test('a spread literal, a long line and a cast around types count', () => {
  expect(countIn('const value = { ...{ a: 1 }, ...other }')).toEqual({ packedSpreads: 1 })
  expect(countIn(`const text = '${'x'.repeat(100)}'`)).toEqual({ longLines: 1 })
  expect(countIn('const a = b as never\nconst c = b as unknown as string')).toEqual({ casts: 2 })
})

test('a rate above its bar is a fault that names the part, the measure and the bar', () => {
  expect(
    checkLanguage(file('const found = 1').map(({ path }) => ({ path, text: 'const found = 1' }))).faults,
  ).toEqual([expect.stringMatching(/^product: vagueNames \d+ per 10,000 lines; at most \d+$/)])
})
