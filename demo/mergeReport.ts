import type { PairJudgment } from './matching.ts'
import { mergeRecords } from './merging.ts'
import { readSources, type SourceName, type SourceRecord } from './sources.ts'

const sourceNames: readonly SourceName[] = ['Tax credit', 'USDA 515', 'HUD', '2025 development']

function describeRecord(record: SourceRecord): string {
  const place = [record.street, record.city].filter(Boolean).join(', ')
  const units = record.units === null ? 'units unknown' : `${record.units} units`
  return `${record.name} (${record.source} ${record.key}; ${place}; ${units})`
}

/**
 * Lists each pair with its reason, in order of city. The report has lists and not tables, because formatters
 * do not change lists.
 */
function listPairs(pairs: readonly PairJudgment[]): string[] {
  return [...pairs]
    .sort((x, y) => x.a.city.localeCompare(y.a.city, 'en') || x.a.key.localeCompare(y.a.key))
    .map((pair) => `- ${describeRecord(pair.a)} ↔ ${describeRecord(pair.b)}: ${pair.reason}`)
}

/**
 * Builds a report, in Markdown, of how the records of the sources became properties: counts, every merge,
 * and every pair of similar records that was not merged.
 */
export function buildMergeReport(): string {
  const records = readSources()
  const { groups, merges, unmerged, resyndications, superseded } = mergeRecords(records)
  const lines = [
    '# How the records became properties',
    '',
    'Written by `node demo/writeMergeReport.ts`; a test fails when it is out of date. Records of different sources are',
    'one property when address and name agree, or the name and the place; where anything speaks against it they stay',
    'two. Two records of one source are never merged.',
    '',
    ...sourceNames.map(
      (name) => `- ${name}: ${records.filter((record) => record.source === name).length} records`,
    ),
    `- all sources: ${records.length} records`,
    `- merged into another: ${merges.length}`,
    `- **properties: ${groups.length}**, of them ${superseded.length} deleted (an application filed again)`,
    '',
    `## Merged (${merges.length})`,
    '',
    ...listPairs(merges),
    '',
    `## Alike, but kept apart (${unmerged.length})`,
    '',
    ...listPairs(unmerged),
    '',
    `## Resyndications: kept as two properties and linked (${resyndications.length})`,
    '',
    ...resyndications.map(({ older, newer }) => `- ${describeRecord(older)} → ${describeRecord(newer)}`),
    '',
    `## Applications filed again: the older is a deleted property (${superseded.length})`,
    '',
    ...superseded.map(({ older, newer }) => `- ${describeRecord(older)} → ${describeRecord(newer)}`),
  ]
  return `${lines.join('\n')}\n`
}
