// Renders a Helm chart: Go's own templates with Sprig and the functions that Helm adds. Arguments: the directory of the
// chart, a JSON file with Values, Chart and Release.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	set := template.New("chart").Option("missingkey=zero")
	set.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"include":       func(name string, data interface{}) (string, error) { return execute(set, name, data) },
		"toYaml":        toYaml,
		"fromYamlArray": fromYamlArray,
	})
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = set.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	var root map[string]interface{}
	text, err := os.ReadFile(os.Args[2])
	check(err)
	check(json.Unmarshal(text, &root))
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.HasPrefix(name, "_") {
			rendered, err := execute(set, name, root)
			check(err)
			fmt.Printf("---\n# Source: %s\n%s\n", name, comment(name, rendered))
		}
	}
}

func execute(set *template.Template, name string, data interface{}) (string, error) {
	var out bytes.Buffer
	err := set.ExecuteTemplate(&out, name, data)
	return out.String(), err
}

// Notes are no manifests.
func comment(name string, text string) string {
	if strings.HasSuffix(name, ".yaml") {
		return text
	}
	return "# " + strings.ReplaceAll(text, "\n", "\n# ")
}

func toYaml(value interface{}) (string, error) {
	text, err := yaml.Marshal(value)
	return strings.TrimSuffix(string(text), "\n"), err
}

func fromYamlArray(text string) ([]interface{}, error) {
	var list []interface{}
	err := yaml.Unmarshal([]byte(text), &list)
	return list, err
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
