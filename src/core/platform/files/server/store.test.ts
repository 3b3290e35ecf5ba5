import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permission } from '#kernel/model/access.ts'
import type { Upload } from '#kernel/server/files.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import { attachFiles, copyFiles, loadFiles, removeFile, removeFiles } from './index.ts'

let portal: Portal
let upload: Upload
beforeAll(async () => {
  portal = await openPortal()
  const received = await portal.services.files.put(Readable.from([Buffer.from('%PDF-1.4\n')]), 100)
  upload = { ...received, fieldName: 'files[]', fileName: 'w9.pdf', contentType: 'application/pdf' }
})
afterAll(() => portal.close())

const write = permission('Replacement_Reserve', 'write')
const createSubject = (moduleId: number, subModuleId: number | null = null) => ({
  moduleName: 'Replacement_Reserve',
  moduleId,
  subModuleName: subModuleId === null ? null : 'Item',
  subModuleId,
})

test('files are attached, loaded for many records in one statement, copied and removed', async () => {
  const { result } = await runInCall(portal, 'company.writer', write, async (context) => {
    const [w9] = await attachFiles(
      context,
      { ...createSubject(80, 1), propertyId: 1, managementCompanyId: 1, documentType: 'W-9' },
      [upload],
    )
    await attachFiles(context, { ...createSubject(80, 2), propertyId: 1 }, [upload, upload])
    const [copy] = await copyFiles(context, [w9!.fileId], { ...createSubject(81, 5), propertyId: 1 })
    const before = context.transaction.statements
    const files = await loadFiles(context, [createSubject(80), createSubject(81, 5), createSubject(99)])
    const statements = context.transaction.statements - before
    const ofLine = await loadFiles(context, [createSubject(80, 2)])
    await removeFile(context, copy!.fileId)
    await removeFiles(context, [createSubject(80, 2)])
    const remainingFiles = await loadFiles(context, [createSubject(80), createSubject(81)])
    return {
      found: files.length,
      ofLine: ofLine.length,
      copy,
      statements,
      left: remainingFiles.map((item) => item.fileId),
      w9,
    }
  })
  expect(result).toMatchObject({ found: 4, ofLine: 2, statements: 1, left: [result!.w9!.fileId] })
  expect(result!.copy).toMatchObject({
    documentType: 'W-9',
    fileName: 'w9.pdf',
    moduleId: 81,
    subModuleId: 5,
  })
  // Company 1 filed the first record; the copy is at another record, so it does not name that company.
  expect([result!.w9!.managementCompanyId, result!.copy!.managementCompanyId]).toEqual([1, null])
})

test('files out of scope can be neither attached to nor copied', async () => {
  const { result } = await runInCall(portal, 'company.writer', write, (context) =>
    attachFiles(context, { ...createSubject(82), propertyId: 1 }, [upload]),
  )
  const attach = await runInCall(portal, 'other.user', write, (context) =>
    attachFiles(context, { ...createSubject(1), propertyId: 1 }, [upload]),
  )
  const copy = await runInCall(portal, 'other.user', write, (context) =>
    copyFiles(context, [result![0]!.fileId], { ...createSubject(1), propertyId: 4 }),
  )
  expect([attach.status, copy.status]).toEqual([403, 404])
})
