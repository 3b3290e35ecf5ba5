import { writeFileSync } from 'node:fs'
import { buildMergeReport } from './mergeReport.ts'

/** Writes `demo/merge-report.md`. Run it after a change of the data or of the matching rules. */
writeFileSync(new URL('./merge-report.md', import.meta.url), buildMergeReport())
