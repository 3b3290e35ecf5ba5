import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { flag, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { documentTypes, uploadFiles } from '../model/index.ts'
import { createUploadForm } from './content.ts'
import { limits } from './ReplaceButton.tsx'
import { type DocumentSubject, getKeysToRefetch } from './subject.ts'

const schema = z.object({
  title: text('Title', 200),
  documentType: text('Document type', 60),
  internalToAgency: flag('Internal'),
  merge: flag('Join'),
})

const Field = getField(schema)

const blank = { title: null, documentType: null, internalToAgency: false, merge: false }

/**
 * The button that adds documents to a record. `first`: there are none yet, so an empty state shows the
 * button.
 */
export function AddDocuments({
  to,
  agency,
  isEmpty: first = false,
}: {
  to: DocumentSubject
  agency: boolean
  isEmpty?: boolean
}) {
  const [isOpened, setIsOpened] = useState(false)
  const button = (
    <Button variant="default" size="xs" onClick={() => setIsOpened(true)}>
      Add documents
    </Button>
  )
  return (
    <>
      {first ? <EmptyState title="No documents yet." action={button} /> : button}
      <Dialog opened={isOpened} onClose={() => setIsOpened(false)} title="Add documents" size="lg">
        <AddForm to={to} agency={agency} onDone={() => setIsOpened(false)} />
      </Dialog>
    </>
  )
}

function AddForm({ to, agency, onDone }: { to: DocumentSubject; agency: boolean; onDone: () => void }) {
  const send = useSend(uploadFiles, { alsoDrops: getKeysToRefetch(to.moduleName), quiet: true })
  const { data: types = [] } = useQuery(buildCallQuery(documentTypes.getAll, {}))
  const [files, setFiles] = useState<readonly File[]>([])
  const options = types.filter((item) => item.active).map(({ name }) => ({ value: name, label: name }))
  const add = async (values: Record<string, unknown>) => {
    if (files.length === 0)
      throw new ApiError(400, 'Choose a file.', [{ field: '', message: 'Choose a file.' }])
    const added = await send({ body: createUploadForm({ ...to, ...schema.parse(values) }, ...files) })
    notify(`${plural(added.length, 'document is', 'documents are')} added.`)
    onDone()
  }
  return (
    <Form schema={schema} values={blank} onSubmit={add} label="Add documents">
      <ErrorSummary />
      <FileDrop
        label="Files"
        {...limits}
        maxFiles={fileLimits.count}
        files={files.map((file, index) => ({ id: index, name: file.name, size: file.size, type: file.type }))}
        upload={async (file) => setFiles((files) => [...files, file])}
        onRemove={async ({ id }) => setFiles((files) => files.filter((_, index) => index !== id))}
      />
      <Field name="documentType" kind="choice" options={options} />
      <Field name="title" help="Shown instead of the file name." />
      {agency && <Field name="internalToAgency" words="Internal: companies never see it" />}
      {files.length > 1 && <Field name="merge" words="Join these PDF files into one" />}
      <FormButtons save={null} submit="Add documents" />
    </Form>
  )
}
