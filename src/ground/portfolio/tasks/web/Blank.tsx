import { Screen } from '#ui/frame/Screen.tsx'

/** The empty page inside the frame (SCR-009). */
export default function Blank() {
  return <Screen title="Blank page" />
}
