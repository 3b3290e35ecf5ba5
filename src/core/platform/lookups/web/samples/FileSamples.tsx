import { useState } from 'react'
import { FileDrop, type StoredFile } from '#ui/form/FileDrop.tsx'
import { Gallery } from '../Gallery.tsx'

/** The size limit of the sample: 5 MB. */
const MAX_BYTES = 5_242_880
const ENDINGS = ['.pdf', '.jpg', '.png']

/** Shows an upload area for files. Files dropped here are not uploaded. */
export function FileSamples() {
  const [uploads, setUploads] = useState<readonly { stored: StoredFile; file: File }[]>([])
  return (
    <Gallery
      title="Files"
      text="Files can be dropped or chosen, checked, opened, replaced and removed. These are not uploaded."
    >
      <FileDrop
        label="Documents"
        endings={ENDINGS}
        maxBytes={MAX_BYTES}
        maxFiles={5}
        required
        files={uploads.map((upload) => upload.stored)}
        upload={async (file, progress) => {
          progress(1)
          const storedFile = { id: crypto.randomUUID(), name: file.name, size: file.size, type: file.type }
          setUploads((before) => [...before, { stored: storedFile, file }])
        }}
        onRemove={async ({ id }) => setUploads((before) => before.filter((item) => item.stored.id !== id))}
        load={async ({ id }) => uploads.find((upload) => upload.stored.id === id)?.file ?? new Blob()}
      />
      <FileDrop
        label="Documents that can only be read"
        maxBytes={MAX_BYTES}
        files={[{ id: 1, name: 'Invoice 1000.pdf', size: 84_120, type: 'application/pdf' }]}
        upload={async () => undefined}
        readOnly
      />
    </Gallery>
  )
}
