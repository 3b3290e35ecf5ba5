import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatFileSize } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { deleteFile, type FileInfo, getFileList } from '../model/index.ts'
import { AddDocuments } from './AddDocuments.tsx'
import { openDocument } from './openDocument.ts'
import { ReplaceButton } from './ReplaceButton.tsx'
import {
  belongsToRecord,
  type DocumentSubject,
  describeRecord,
  getFilter,
  getKeysToRefetch,
} from './subject.ts'
import { Versions } from './Versions.tsx'

const col = columns<FileInfo>()
const getName = (file: FileInfo): string => file.title || file.fileName

/**
 * The documents of a record: open, add, replace, remove, and see earlier versions. A property lists all its
 * documents, but those of a request can only be changed at the request. Only the agency sees internal
 * documents.
 */
export function Documents({ of, editable }: { of: DocumentSubject; editable: boolean }) {
  const files = useCall(getFileList, { body: getFilter(of) })
  const agency = useIsAgency()
  const [versions, setVersions] = useState<FileInfo | null>(null)
  const columns = useMemo(() => {
    const internal = col.chip(
      'Internal',
      (file) => (file.internalToAgency ? 'Internal' : ''),
      () => 'yellow',
      { width: 90 },
    )
    const actions = col.node(
      'Actions',
      (file) => (
        <Actions file={file} canChange={editable && belongsToRecord(file, of)} onVersions={setVersions} />
      ),
      { width: 230 },
    )
    return [
      col.button('Document', getName, openDocument, { width: 220 }),
      col.text('Type', (file) => file.documentType, { width: 150 }),
      ...(of.moduleName === 'Property' ? [col.text('Belongs to', describeRecord, { width: 150 })] : []),
      ...(agency ? [internal] : []),
      col.text('Size', (file) => formatFileSize(file.sizeBytes), { width: 90 }),
      col.moment('Added', (file) => file.createdAt, { width: 160 }),
      col.text('Added by', (file) => file.createdByName, { width: 150, lesser: true }),
      actions,
    ]
  }, [agency, editable, of])
  return (
    <>
      <DataTable
        caption="Documents"
        rows={files}
        columns={columns}
        rowKey={(file) => file.fileId}
        csvName="documents"
        height="none"
        tools={editable && <AddDocuments to={of} agency={agency} />}
        empty={editable ? <AddDocuments to={of} agency={agency} isEmpty /> : 'No documents yet.'}
      />
      {versions && <Versions file={versions} onClose={() => setVersions(null)} />}
    </>
  )
}

function Actions({
  file,
  canChange,
  onVersions,
}: {
  file: FileInfo
  canChange: boolean
  onVersions: (file: FileInfo) => void
}) {
  const confirm = useConfirm()
  const send = useSend(deleteFile, { alsoDrops: getKeysToRefetch(file.moduleName), quiet: true })
  const remove = () =>
    confirm({
      title: `Remove ${getName(file)}?`,
      text: 'Its earlier versions go, too. The history keeps who removed it.',
      confirmLabel: 'Remove',
      danger: true,
      action: async () => {
        await send({ params: { id: file.fileId } })
        notify('The document is removed.')
      },
    })
  return (
    <>
      {canChange && <ReplaceButton file={file} />}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Versions of ${getName(file)}`}
        onClick={() => onVersions(file)}
      >
        Versions
      </Button>
      {canChange && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={`Remove ${getName(file)}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      )}
    </>
  )
}
