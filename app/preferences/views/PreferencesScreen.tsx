import { choices, type PreferenceKey, type Preferences } from "#app/preferences/choices.ts";
import { preferencesPath } from "#app/preferences/paths.ts";
import { Button } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

function Choice({ name, chosen }: { name: PreferenceKey; chosen: string }) {
  const { label, options } = choices[name];
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="flex flex-col items-start">
        {options.map((option) => (
          <label key={option.value} className="check">
            <input type="radio" name={name} value={option.value} defaultChecked={option.value === chosen} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** How the portal looks and listens for this person, on whatever device (screens#preferences). */
export function PreferencesScreen({ chosen }: { chosen: Preferences }) {
  return (
    <Page title="Preferences">
      <Card title="Yours on every device">
        <form method="post" action={preferencesPath} className="space-y-5">
          <Choice name="rows" chosen={chosen.rows} />
          <Choice name="colours" chosen={chosen.colours} />
          <Choice name="slash" chosen={chosen.slash} />
          <Choice name="keys" chosen={chosen.keys} />
          <Button type="submit" variant="primary">
            Save
          </Button>
        </form>
      </Card>
    </Page>
  );
}
