import { judgePairs, type PairJudgment } from './matching.ts'
import type { SourceRecord } from './sources.ts'

/** The records of one property. The property has the name of the first record. */
type Group = { records: SourceRecord[] }

/** An older and a newer allocation on the same site, which remain two properties. */
type Resyndication = { older: SourceRecord; newer: SourceRecord }

/**
 * The result of the merge. `merges` are the pairs that became one property, and `unmerged` the pairs that
 * possibly are one, with the reasons.
 */
export type MergeResult = {
  groups: Group[]
  resyndications: Resyndication[]
  /** Applications that were filed again under a new number. The older one remains as a deleted property. */
  superseded: { older: SourceRecord; newer: SourceRecord }[]
  merges: PairJudgment[]
  unmerged: PairJudgment[]
}

/** Whether a pair is an older tax credit and a new allocation for the same site. */
const isResyndication = (pair: PairJudgment): boolean =>
  pair.a.source === 'Tax credit' && pair.b.source === '2025 development'

/**
 * Finds developments of 2025 that were filed again: same city, units, developer and first word of the name.
 */
function findRefiledApplications(records: readonly SourceRecord[]): MergeResult['superseded'] {
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
function isTied(pair: PairJudgment, candidates: readonly PairJudgment[]): boolean {
  return candidates.some(
    (otherPair) =>
      otherPair !== pair &&
      Math.abs(otherPair.strength - pair.strength) < 0.01 &&
      ((otherPair.a === pair.a && otherPair.b.source === pair.b.source) ||
        (otherPair.b === pair.b && otherPair.a.source === pair.a.source)),
  )
}

/**
 * Merges the records of each property. Each pair is judged independently, and a group never contains two
 * records of the same source. Records are not merged if two partners are equally likely or anything speaks
 * against the pair.
 */
export function mergeRecords(records: readonly SourceRecord[]): MergeResult {
  const judgments = judgePairs(records)
  const superseded = findRefiledApplications(records)
  const resyndicationPairs = judgments.filter((pair) => pair.verdict === 'same' && isResyndication(pair))
  const candidates = judgments.filter((pair) => pair.verdict === 'same' && !isResyndication(pair))
  const groupByRecord = new Map<SourceRecord, Group>(records.map((record) => [record, { records: [record] }]))
  const merges: PairJudgment[] = []
  const unmerged = judgments.filter((pair) => pair.verdict === 'uncertain')
  for (const pair of candidates) {
    const [groupA, groupB] = [groupByRecord.get(pair.a) as Group, groupByRecord.get(pair.b) as Group]
    if (groupA === groupB) continue
    const sources = [...groupA.records, ...groupB.records].map((record) => record.source)
    if (new Set(sources).size < sources.length) {
      unmerged.push({ ...pair, reason: `${pair.reason}, but a surer match was found first` })
    } else if (isTied(pair, candidates)) {
      unmerged.push({ ...pair, reason: `${pair.reason}, but another record fits as well` })
    } else {
      const mergedGroup = { records: [...groupA.records, ...groupB.records] }
      for (const record of mergedGroup.records) groupByRecord.set(record, mergedGroup)
      merges.push(pair)
    }
  }
  return {
    groups: [...new Set(groupByRecord.values())],
    resyndications: resyndicationPairs.map((pair) => ({ older: pair.a, newer: pair.b })),
    superseded,
    merges,
    unmerged: unmerged.filter((pair) => groupByRecord.get(pair.a) !== groupByRecord.get(pair.b)),
  }
}
