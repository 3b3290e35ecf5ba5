import { Button } from '@mantine/core'
import { loadFile } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { type ItemKind, type RequestOfItems, shown } from './kind.ts'
import { dropDocument, sendDocument } from './useItemDocuments.ts'

export const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)

type Place = {
  kind: ItemKind
  detail: RequestOfItems
  documentType: string
  /** The item whose documents these are; null for those of the request as such. */
  itemId: number | null
  label: string
  required: boolean
  onChanged: () => Promise<void>
}

/** The place for documents of one kind, which takes dropped files. */
export function DocumentPlace({ kind, detail, documentType, itemId, label, required, onChanged }: Place) {
  const own = detail.files.filter((file) => file.itemId === itemId && file.documentType === documentType)
  return (
    <FileDrop
      label={label}
      required={required}
      endings={endings}
      maxBytes={fileLimits.bytes}
      files={own.map(shown)}
      upload={async (file) => {
        await sendDocument(kind, detail, { itemId, documentType }, file)
        await onChanged()
      }}
      onRemove={async (file) => {
        await dropDocument(kind, Number(file.id))
        await onChanged()
      }}
      load={loadFile}
    />
  )
}

/** Documents are kept with what is stored. */
export function SaveFirst({ what }: { what: string }) {
  const { save } = useFormActions()
  return (
    <p>
      Documents can be attached once {what} is saved.{' '}
      <Button size="xs" variant="default" onClick={() => void save()}>
        Save now
      </Button>
    </p>
  )
}
