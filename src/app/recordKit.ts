/**
 * Shared parts of the screens of filed records: the frame, documents, lines, and the worksheet. Loaded after
 * the component kit, while the first screen is being read.
 */

export { Documents } from '#core/platform/files/web/index.ts'
export { Queue, Record } from '#engines/review/web/index.ts'
export { StatementSheet } from '#engines/worksheet/web/index.ts'
export { getLineItems } from '#ui/form/LineItems.tsx'
