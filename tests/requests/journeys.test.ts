import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#app/registry.ts'

/**
 * Lists of journeys: the entity name of each filed record and the browser test that files and decides one.
 */
const lists = import.meta.glob<Record<string, Readonly<Record<string, string>>>>(
  '../browser/journeys/kinds*.ts',
  {
    eager: true,
  },
)
const journeys = Object.values(lists)
  .flatMap((list) => Object.values(list))
  .flatMap((journeysByKind) => Object.entries(journeysByKind))
const kindsWithJourney = journeys.map(([kind]) => kind)

const moduleFiles = import.meta.glob<{ default: (typeof modules)[number] }>(
  '../../src/features/*/*/server/module.ts',
  {
    eager: true,
  },
)
/**
 * Every flow of a module in src/features belongs to a review. Flows of src/core are states of a property.
 */
const filedKinds = Object.values(moduleFiles).flatMap(({ default: module }) =>
  (module.flows ?? []).map(({ entity }) => entity),
)

test('a browser test takes every kind of filed record from an empty start to its decision', () => {
  const kindsWithout = filedKinds.filter((kind) => !kindsWithJourney.includes(kind))
  expect(kindsWithout, 'kinds of filed records without a journey').toEqual([])
})

test('the modules contain every review of the registry, and each journey belongs to one kind of record', () => {
  const reviewedKinds = modules
    .flatMap(({ reviews = [] }) => reviews)
    .map(({ kit }) => kit.review.flow.entity)
  expect(filedKinds).toEqual(expect.arrayContaining(reviewedKinds))
  expect(filedKinds.length).toBeGreaterThanOrEqual(23)
  expect(filedKinds).toEqual(expect.arrayContaining(kindsWithJourney))
  expect(kindsWithJourney).toEqual([...new Set(kindsWithJourney)])
})

test.each(journeys)('the browser test of the journey of %s exists and runs in the normal run', (_, file) => {
  expect(file).toMatch(/^(?!.*\.long\.).*\.test\.ts$/)
  expect(existsSync(join(import.meta.dirname, '..', 'browser', file))).toBe(true)
})
