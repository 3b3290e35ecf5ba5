import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor } from '@mantine/tiptap'
import { Link } from '@tiptap/extension-link'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ComponentProps, useEffect } from 'react'
import type { ControlProps } from '../FieldFrame.tsx'
import css from './richText.module.css'

/** A text that can be inserted from a list, with its label in the list. */
export type Insert = { label: string; text: string }

export interface RichTextControlProps extends ControlProps<string> {
  inserts?: readonly Insert[]
}

/** The editor in the types of Mantine, which imports the same classes from another entry of the package. */
type KitEditor = ComponentProps<typeof RichTextEditor>['editor']

const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3] }, code: false, codeBlock: false, link: false }),
  Link.configure({ openOnClick: false, protocols: ['mailto'] }),
]

/**
 * The input of rich text without a label: paragraphs, headings, lists and links. Its value is HTML, or null
 * if it is empty.
 */
export default function RichTextControl({
  value,
  onChange,
  onBlur,
  inserts = [],
  ...wiring
}: RichTextControlProps) {
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editorProps: { attributes: getAttributes(wiring) },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? null : changed.getHTML()),
    onBlur: () => onBlur?.(),
  })
  useEffect(() => {
    // When the person leaves the screen, the editor can be destroyed before this effect runs.
    if (editor.isDestroyed) return
    // A record that was loaded again replaces the text. While the user types, the text is already the same.
    if ((value ?? '') !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  return (
    <RichTextEditor
      editor={editor as unknown as KitEditor}
      className={css.editor}
      data-invalid={wiring.invalid || undefined}
    >
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
        {inserts.length > 0 && <InsertSelect editor={editor} inserts={inserts} />}
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}

function getAttributes(wiring: Omit<RichTextControlProps, 'value' | 'onChange'>): Record<string, string> {
  const attributes = {
    id: wiring.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': wiring['aria-label'],
    'aria-labelledby': wiring.labelledBy,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid ? 'true' : undefined,
    'aria-required': wiring.required ? 'true' : undefined,
  }
  return Object.fromEntries(
    Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** The list from which a text is inserted at the cursor. */
function InsertSelect({ editor, inserts }: { editor: Editor; inserts: readonly Insert[] }) {
  return (
    <select
      className={css.inserts}
      aria-label="Insert placeholder"
      value=""
      onChange={(event) => editor.chain().focus().insertContent(event.target.value).run()}
    >
      <option value="">Insert…</option>
      {inserts.map((insert) => (
        <option key={insert.text} value={insert.text}>
          {insert.label}
        </option>
      ))}
    </select>
  )
}
