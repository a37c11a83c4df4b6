import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";

const rows = z.array(
  z.object({
    id: z.string(),
    groupId: z.string(),
    availableActions: z.array(z.object({ value: z.string(), text: z.string() })).catch([]),
  }),
);

export async function loader({ request }: LoaderFunctionArgs) {
  const page = Number(new URL(request.url).searchParams.get("page") ?? "1");
  const query = new URLSearchParams({ storegroup: "Superdry", page: String(page), pagesize: "20" });
  const answer = await fetch(`${process.env.PORTAL_API_URL}/api/getmetaproducts?${query}`);
  return { page, products: rows.parse(await answer.json()) };
}

export default function List() {
  const { page, products } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>List</h1>
      <Form>
        <input name="code" aria-label="Code" />
        <button type="submit">Apply</button>
      </Form>
      <nav>
        Page: {page} <Link to={`?page=${page + 1}`}>Next page</Link>
      </nav>
      <table>
        <tbody>
          {products.map((product) => (
            <tr key={product.id}>
              <td>
                <Link to={`/list/${product.id}`}>{product.groupId}</Link>
              </td>
              <td>
                {product.availableActions.map((action) => (
                  <Link key={action.value} to={`/list/${product.id}/${action.value}`}>
                    {action.text}
                  </Link>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
