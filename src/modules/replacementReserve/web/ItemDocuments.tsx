import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { fieldId, useFormParts } from '#ui/form/formContext.ts'
import { removeDocument, replacementReserveFileUpload } from '../model/calls.ts'
import type { Detail } from '../model/requests.ts'
import styles from './request.module.css'

/** Kinds of document an item of a request has a place for. */
const documentKinds = (requestType: string, payDirectly: boolean): string[] =>
  requestType === 'Advance review' ? ['Bid', 'Photo'] : ['Invoice', ...(payDirectly ? ['W-9'] : ['Check']), 'Photo']

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)

/** Places for the documents of one item, each taking dropped files. */
export function ItemDocuments({
  detail,
  itemId,
  index,
  requestType,
  payDirectly,
  fault,
  onChanged,
}: {
  detail: Detail
  itemId: number
  index: number
  requestType: string
  payDirectly: boolean
  fault?: string
  onChanged: () => Promise<void>
}) {
  const { id } = useFormParts()
  return (
    <section aria-label={`Documents of item ${index + 1}`} id={fieldId(id, `items.${index}.documents`)} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places}>
        {documentKinds(requestType, payDirectly).map((kind) => (
          <FileDrop
            key={kind}
            label={`${kind}, item ${index + 1}`}
            endings={endings}
            maxBytes={fileLimits.bytes}
            files={detail.files
              .filter((file) => file.itemId === itemId && file.documentType === kind)
              .map((file) => ({ id: file.fileId, name: file.fileName, size: file.sizeBytes, type: file.contentType }))}
            upload={async (file) => {
              await ask(
                replacementReserveFileUpload,
                {
                  body: uploadForm(
                    { moduleId: detail.replacementReserveRequestId, subModuleId: itemId, documentType: kind },
                    file,
                  ) as never,
                },
                { quiet: true },
              )
              await onChanged()
            }}
            onRemove={async (file) => {
              await ask(removeDocument, { params: { id: Number(file.id) } }, { quiet: true })
              await onChanged()
            }}
            load={loadFile}
          />
        ))}
      </div>
    </section>
  )
}
