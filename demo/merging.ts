import { type Judgement, judgeAll } from './matching.ts'
import type { SourceRecord } from './sources.ts'

/** The records of one property. The property has the name of the first record. */
type Group = { records: SourceRecord[] }

/** An older and a newer allocation on the same site, which remain two properties. */
type Resyndication = { older: SourceRecord; newer: SourceRecord }

/** The result of the merge with its reasons. */
export type Merged = {
  groups: Group[]
  resyndications: Resyndication[]
  /** Applications that were filed again under a new number. The older one remains as a deleted property. */
  superseded: { older: SourceRecord; newer: SourceRecord }[]
  merges: Judgement[]
  apart: Judgement[]
}

const isResyndication = (pair: Judgement): boolean =>
  pair.a.source === 'Tax credit' && pair.b.source === '2025 development'

function refiled(records: readonly SourceRecord[]): Merged['superseded'] {
  const developments = records.filter((record) => record.source === '2025 development')
  return developments.flatMap((older, index) =>
    developments
      .slice(index + 1)
      .filter(
        (newer) =>
          newer.city === older.city &&
          newer.units === older.units &&
          newer.line.developer === older.line.developer &&
          newer.name.split(' ')[0] === older.name.split(' ')[0],
      )
      .map((newer) => ({ older, newer })),
  )
}

/** Whether a record has two equally likely partners in another source, so that it must not be merged. */
function isTied(pair: Judgement, candidates: readonly Judgement[]): boolean {
  return candidates.some(
    (other) =>
      other !== pair &&
      Math.abs(other.strength - pair.strength) < 0.01 &&
      ((other.a === pair.a && other.b.source === pair.b.source) ||
        (other.b === pair.b && other.a.source === pair.a.source)),
  )
}

/**
 * Merges the records of each property. Each pair is judged independently, and a group never contains two
 * records of the same source. Records are not merged if two partners are equally likely or anything speaks
 * against the pair.
 */
export function mergeRecords(records: readonly SourceRecord[]): Merged {
  const judgements = judgeAll(records)
  const superseded = refiled(records)
  const links = judgements.filter((pair) => pair.verdict === 'same' && isResyndication(pair))
  const candidates = judgements.filter((pair) => pair.verdict === 'same' && !isResyndication(pair))
  const groupByKey = new Map<SourceRecord, Group>(records.map((record) => [record, { records: [record] }]))
  const merges: Judgement[] = []
  const apart = judgements.filter((pair) => pair.verdict === 'uncertain')
  for (const pair of candidates) {
    const [groupA, groupB] = [groupByKey.get(pair.a) as Group, groupByKey.get(pair.b) as Group]
    if (groupA === groupB) continue
    const sources = [...groupA.records, ...groupB.records].map((record) => record.source)
    if (new Set(sources).size < sources.length) {
      apart.push({ ...pair, reason: `${pair.reason}, but a surer match was found first` })
    } else if (isTied(pair, candidates)) {
      apart.push({ ...pair, reason: `${pair.reason}, but another record fits as well` })
    } else {
      const mergedGroup = { records: [...groupA.records, ...groupB.records] }
      for (const record of mergedGroup.records) groupByKey.set(record, mergedGroup)
      merges.push(pair)
    }
  }
  return {
    groups: [...new Set(groupByKey.values())],
    resyndications: links.map((pair) => ({ older: pair.a, newer: pair.b })),
    superseded,
    merges,
    apart: apart.filter((pair) => groupByKey.get(pair.a) !== groupByKey.get(pair.b)),
  }
}
