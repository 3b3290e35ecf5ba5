import { writeFileSync } from 'node:fs'
import { mergeReport } from './mergeReport.ts'

/** Writes `demo/merge-report.md`; run it after a change of the data or of the matching rules. */
writeFileSync(new URL('./merge-report.md', import.meta.url), mergeReport())
