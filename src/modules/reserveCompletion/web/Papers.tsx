import { Fieldset } from '@mantine/core'
import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import type { PartProps } from '#review/web/index.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { addDocument, type Detail, documentKinds, removeDocument } from '../model/completions.ts'
import styles from './completion.module.css'

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)
const help: Readonly<Record<string, string>> = {
  Check: 'Where the property has paid.',
  'W-9': 'Where the agency is to pay a vendor whose W-9 it does not have.',
}

/** A place for each kind of document. */
export const Papers = (part: PartProps<Detail>) => (
  <Fieldset legend="Documents">
    <div className={styles.places}>
      {documentKinds.map((kind) => (
        <Place key={kind} kind={kind} {...part} />
      ))}
    </div>
  </Fieldset>
)

function Place({ kind, detail, refresh }: PartProps<Detail> & { kind: string }) {
  const { id } = useFormParts()
  const path = `documents.${kind}`
  const fault = useFault(path)
  const upload = async (file: File) => {
    const body = uploadForm({ documentType: kind }, file) as never
    await ask(addDocument, { params: { id: detail.replacementReserveCompletionId }, body }, { quiet: true })
    await refresh()
  }
  return (
    <div id={fieldId(id, path)} tabIndex={-1}>
      <FileDrop
        label={kind}
        {...(help[kind] ? { help: help[kind] } : {})}
        {...(fault ? { error: fault } : {})}
        endings={endings}
        maxBytes={fileLimits.bytes}
        files={detail.files
          .filter((file) => file.documentType === kind)
          .map((file) => ({ id: file.fileId, name: file.fileName, size: file.sizeBytes, type: file.contentType }))}
        upload={upload}
        onRemove={async (file) => {
          await ask(removeDocument, { params: { id: Number(file.id) } }, { quiet: true })
          await refresh()
        }}
        load={loadFile}
      />
    </div>
  )
}
