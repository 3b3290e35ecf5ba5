import { Screen } from '#ui/frame/Screen.tsx'

/** An empty page with only the portal's frame, which the specification requires (SCR-009). */
export default function Blank() {
  return <Screen title="Blank page" />
}
