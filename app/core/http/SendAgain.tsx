import { Button } from "#app/core/ui/Button.tsx";
import type { UnsentForm } from "./errorView.ts";

/** Sends a form that never arrived once more, as it was typed (errors#before-routes). */
export const SendAgain = ({ form: { action, fields } }: { form: UnsentForm }) => (
  <form method="post" action={action}>
    {fields.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" variant="primary">
      Send again
    </Button>
  </form>
);
