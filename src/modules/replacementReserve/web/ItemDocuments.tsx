import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { fieldId, useFormParts } from '#ui/form/formContext.ts'
import { removeDocument, replacementReserveFileUpload } from '../model/calls.ts'
import type { Detail } from '../model/requests.ts'
import { documentsWanted } from '../model/rules.ts'
import styles from './request.module.css'
import { shown } from './useItemDocuments.ts'

/** Kinds of document an item of a request has a place for beside those it must have. */
const furtherKinds = (requestType: string, payDirectly: boolean): string[] => [
  ...(payDirectly ? ['W-9'] : []),
  ...(requestType === 'Advance review' ? ['Photo'] : []),
]

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)

/** Places for the documents of one item, each taking dropped files. */
export function ItemDocuments({
  detail,
  itemId,
  index,
  requestType,
  item,
  fault,
  onChanged,
}: {
  detail: Detail
  itemId: number
  index: number
  requestType: string
  item: Parameters<typeof documentsWanted>[1]
  fault?: string
  onChanged: () => Promise<void>
}) {
  const { id } = useFormParts()
  const needed = documentsWanted(requestType, item, detail.rules).map(({ kind }) => kind)
  return (
    <section aria-label={`Documents of item ${index + 1}`} id={fieldId(id, `items.${index}.documents`)} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places}>
        {[...needed, ...furtherKinds(requestType, item.payVendorDirectly)].map((kind) => (
          <FileDrop
            key={kind}
            label={`${kind}, item ${index + 1}`}
            required={needed.includes(kind)}
            endings={endings}
            maxBytes={fileLimits.bytes}
            files={detail.files.filter((file) => file.itemId === itemId && file.documentType === kind).map(shown)}
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
