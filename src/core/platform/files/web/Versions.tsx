import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#kernel/model/call.ts'
import { formatFileSize } from '#kernel/model/formats.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type FileInfo, getViewerLinks } from '../model/index.ts'
import { openDocument } from './openDocument.ts'

const col = columns<Answer<typeof getViewerLinks>[number]>()
const versionColumns = [
  col.button('File', (version) => version.fileName, openDocument, { width: 260 }),
  col.text('Version', (version) => (version.current ? 'Present' : 'Earlier'), { width: 90 }),
  col.text('Size', (version) => formatFileSize(version.sizeBytes), { width: 90 }),
  col.moment('Added', (version) => version.createdAt, { width: 160 }),
]

/** Lists every version of a document, the present one first. Each can be opened. */
export function Versions({ file, onClose }: { file: FileInfo; onClose: () => void }) {
  const { data, error } = useQuery(buildCallQuery(getViewerLinks, { params: { id: file.fileId } }))
  return (
    <Modal opened onClose={onClose} title={`Versions of ${file.title || file.fileName}`} size="lg">
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <DataTable
          caption="Versions"
          rows={data}
          columns={versionColumns}
          rowKey={(item) => item.fileId}
          plain
          height="none"
        />
      )}
    </Modal>
  )
}
