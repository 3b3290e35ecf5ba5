import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#app/registry.ts'

/**
 * Lists of journeys: the kind of a filed record, by the name of its entity, and the browser test that files
 * and decides one.
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
  '../../src/modules/*/*/server/module.ts',
  {
    eager: true,
  },
)
/** Every flow of a module is that of a review; those of the ground are states of a property. */
const filedKinds = Object.values(moduleFiles).flatMap(({ default: module }) =>
  (module.flows ?? []).map(({ entity }) => entity),
)

test('every kind of filed record has a journey in Chromium from an empty start to the decision', () => {
  const kindsWithout = filedKinds.filter((kind) => !kindsWithJourney.includes(kind))
  expect(kindsWithout, 'kinds of filed records without a journey').toEqual([])
})

test('the modules hold every review of the registry, and a journey is of one kind of them', () => {
  const reviewedKinds = modules
    .flatMap(({ reviews = [] }) => reviews)
    .map(({ kit }) => kit.review.flow.entity)
  expect(filedKinds).toEqual(expect.arrayContaining(reviewedKinds))
  expect(filedKinds.length).toBeGreaterThanOrEqual(23)
  expect(filedKinds).toEqual(expect.arrayContaining(kindsWithJourney))
  expect(kindsWithJourney).toEqual([...new Set(kindsWithJourney)])
})

test.each(journeys)('the journey of %s stands in a browser test that runs', (_, file) => {
  expect(file).toMatch(/^(?!.*\.long\.).*\.test\.ts$/)
  expect(existsSync(join(import.meta.dirname, '..', 'browser', file))).toBe(true)
})
