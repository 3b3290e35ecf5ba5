import { expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { describeTilePopulation } from '#engines/report/model/tile.ts'

test('every tile names the properties that it counts', () => {
  const tiles = modules.flatMap(({ reports = [] }) => reports.flatMap(({ report }) => report.tiles ?? []))
  expect(tiles.length).toBeGreaterThan(10)
  const day = '2026-11-28'
  expect(new Set(tiles.map((tile) => describeTilePopulation(tile, day)))).toEqual(
    new Set(['active properties']),
  )
  const describe = (propertyStatus: number) =>
    describeTilePopulation({ buildParameters: () => ({ propertyStatus }) }, day)
  expect([describe(5), describe(-1)]).toEqual(['decontrol properties', 'properties of every status'])
})
