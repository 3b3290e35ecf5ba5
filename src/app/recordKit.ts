/**
 * What the screens of filed records share: the record's frame, its documents, its lines, and the worksheet. Fetched after
 * the kit, while the first screen is being read.
 */

export { Documents } from '#ground/platform/files/web/index.ts'
export { Queue, Record } from '#review/web/index.ts'
export { StatementSheet } from '#statement/web/index.ts'
export { LineItems } from '#ui/form/LineItems.tsx'
